import { createContext, useContext } from "react";
import type { Services } from "./data/services.ts";

export const ServicesContext = createContext<Services | undefined>(undefined);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error("Put this component inside <AskbackProvider>.");
  return services;
}
