import { createContext, type ReactNode, useContext, useRef, useState } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { SettingsTabs } from "../pages/settings-tabs.tsx";
import type { SettingsSection } from "../route.ts";
import "./people.css";

/** Says on the page, and to screen readers, what was done. What had the focus may be gone, so the heading takes it. */
export type Report = (text: string) => void;

const ReportContext = createContext<Report>(() => {});

export const useReport = (): Report => useContext(ReportContext);

interface PeoplePageProps {
  readonly section: SettingsSection;
  readonly children: ReactNode;
}

/** The frame of the pages about members, keys and sessions. */
export function PeoplePage({ section, children }: PeoplePageProps) {
  const app = useAppTranslation();
  const [done, setDone] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const report: Report = (text) => {
    setDone(text);
    heading.current?.focus();
  };
  return (
    <section className="app-people">
      <SettingsTabs current={section} />
      <h1 ref={heading} tabIndex={-1}>
        {app(`nav.${section}`)}
      </h1>
      <p className="app-people-status" role="status">
        {done}
      </p>
      <ReportContext value={report}>{children}</ReportContext>
    </section>
  );
}
