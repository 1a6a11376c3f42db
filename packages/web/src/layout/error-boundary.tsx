import { Component, type ReactNode } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

/** Keeps an error of one page from breaking the whole app. React allows this in a class only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly message?: string }> {
  override state: { readonly message?: string } = {};

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    return this.state.message === undefined ? this.props.children : <ErrorPage message={this.state.message} />;
  }
}

function ErrorPage({ message }: { readonly message: string }) {
  const t = useAppTranslation();
  return (
    <section className="app-state" role="alert">
      <h1>{t("fault.title")}</h1>
      <p>{t("fault.hint")}</p>
      <pre dir="auto">{message}</pre>
      <button type="button" className="ask-button ask-primary" onClick={() => location.reload()}>
        {t("fault.reload")}
      </button>
    </section>
  );
}
