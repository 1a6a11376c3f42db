import { useAppWords } from "../i18n/use-app-words.ts";
import { Link } from "../router.tsx";

export function UnknownPage() {
  const words = useAppWords();
  return (
    <section className="app-empty">
      <h1>{words("app.unknown-title")}</h1>
      <p>{words("app.unknown-hint")}</p>
      <Link to={{ page: "home" }}>{words("start.new")}</Link>
    </section>
  );
}
