import { secureHeaders } from "hono/secure-headers";

type Options = NonNullable<Parameters<typeof secureHeaders>[0]>;
type Policy = NonNullable<Options["contentSecurityPolicy"]>;

const common: Options = {
  xFrameOptions: "DENY",
  // Whether a domain is https only is for its owner to say, who runs the proxy.
  strictTransportSecurity: false,
};

/** What every response carries, whatever it is. */
export function securityHeaders() {
  return secureHeaders(common);
}

/** A page may run, show and reach only what comes from this server, and nobody may frame it. */
export function pageHeaders(exceptions: Policy = {}) {
  return secureHeaders({
    ...common,
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      // Files that people attach are shown from bytes that the page has read.
      imgSrc: ["'self'", "data:", "blob:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
      ...exceptions,
    },
    permissionsPolicy: { camera: false, geolocation: false, microphone: false, payment: false, usb: false },
  });
}
