import { z } from "zod";

const side = z.coerce.number().int().min(1).max(2500);

/** How a picture is wanted, in an address or in a token. */
export const sizes = z.object({
  width: side.optional(),
  height: side.optional(),
  resize: z.enum(["cover", "contain", "fill"]).optional(),
  quality: z.coerce.number().int().min(20).max(100).optional(),
  format: z.enum(["origin", "webp", "avif"]).optional(),
});
export type Sizes = z.output<typeof sizes>;
