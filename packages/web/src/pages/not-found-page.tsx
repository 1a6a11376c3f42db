import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { Link } from "../router.tsx";

/** Says that there is nothing at an address, be it no page or no conversation, and leads on. */
export function NotFoundPage() {
  const t = useAppTranslation();
  return (
    <section className="app-state">
      <h1>{t("app.unknown-title")}</h1>
      <p>{t("app.unknown-hint")}</p>
      <Link to={{ page: "home" }} className="ask-button">
        {t("start.new")}
      </Link>
    </section>
  );
}
