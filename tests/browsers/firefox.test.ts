import { describe } from "vitest";
import { findBrowsers } from "../packages.ts";
import { openFirefox } from "./firefox.ts";
import { walk } from "./walk.ts";

const { firefox } = findBrowsers();
describe.skipIf(!firefox)("Firefox", () => walk("firefox", () => openFirefox(firefox!)));
