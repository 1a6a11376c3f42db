import { Component, type ReactNode } from "react";
import { useAppWords } from "../i18n/use-app-words.ts";

interface FaultBoundaryProps {
  readonly children: ReactNode;
}

/** Keeps a fault of one page from taking the whole app away. React knows no other form for this than a class. */
export class FaultBoundary extends Component<FaultBoundaryProps, { readonly fault?: string }> {
  override state: { readonly fault?: string } = {};

  static getDerivedStateFromError(error: unknown) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    return this.state.fault === undefined ? this.props.children : <Fault message={this.state.fault} />;
  }
}

function Fault({ message }: { readonly message: string }) {
  const words = useAppWords();
  return (
    <section className="app-empty" role="alert">
      <h1>{words("fault.title")}</h1>
      <p>{words("fault.hint")}</p>
      <pre dir="auto">{message}</pre>
      <button type="button" className="ask-button" onClick={() => location.reload()}>
        {words("fault.reload")}
      </button>
    </section>
  );
}
