/** The <summary> of a row that opens; its <details> is a `group/row`. */
export const foldSummary =
  "grid min-h-14 cursor-pointer grid-cols-[1fr_auto] items-center gap-x-4 py-2 after:col-start-2 after:row-start-1 after:font-display after:text-2xl after:leading-none after:content-['+'] group-open/row:after:content-['–'] hover:text-tide";
