/** Over the page, at its foot: what says that something new has come moves nothing that is being read. */
export const noticeLook =
  "fixed bottom-4 left-1/2 z-20 inline-flex min-h-11 -translate-x-1/2 items-center gap-4 rounded-full bg-toxo px-5 font-semibold whitespace-nowrap text-on-toxo shadow-lg [:root:has([name=pick]:checked)_&]:max-lg:bottom-48";

/** Where messages have come too, this stands above what says so. */
export const aboveMessages = "[:root:has([data-new-messages])_&]:bottom-18";
