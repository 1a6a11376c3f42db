import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { type SettingsSection, settingsSections } from "../route.ts";
import { Link } from "../router.tsx";

/** The parts of the settings: those of this browser, and those of the project. */
export function SettingsTabs({ current }: { readonly current: SettingsSection | undefined }) {
  const t = useAppTranslation();
  return (
    <nav className="app-tabs" aria-label={t("nav.settings")}>
      <Link to={{ page: "settings" }} aria-current={current === undefined ? "page" : undefined}>
        {t("nav.general")}
      </Link>
      {settingsSections.map((section) => (
        <Link key={section} to={{ page: "settings", section }} aria-current={current === section ? "page" : undefined}>
          {t(`nav.${section}`)}
        </Link>
      ))}
    </nav>
  );
}
