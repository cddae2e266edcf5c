/** Where React Router's ScrollRestoration keeps the positions, in the session's storage. */
export const scrollPositionsKey = "react-router-scroll-positions";
