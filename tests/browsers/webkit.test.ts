import { describe } from "vitest";
import { findBrowsers } from "../packages.ts";
import { walk } from "./walk.ts";
import { openWebKit } from "./webkit.ts";

const { webkit } = findBrowsers();
describe.skipIf(!webkit)("WebKit", () => walk("webkit", () => openWebKit(webkit!)));
