import { neutralise } from "@askback/core";
import { Component, type ReactNode } from "react";
import { withBreaks } from "./long-words.tsx";

interface SourceOnErrorProps {
  /** What is shown as it is written if the children throw. */
  readonly source: string;
  readonly children: ReactNode;
}

/** Keeps a text that cannot be shown from taking the rest of the page with it. React allows this in a class only. */
export class SourceOnError extends Component<SourceOnErrorProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate({ source }: SourceOnErrorProps) {
    // Another text may be shown.
    if (this.state.hasFailed && source !== this.props.source) this.setState({ hasFailed: false });
  }

  override render() {
    return this.state.hasFailed ? <UnformattedText text={neutralise(this.props.source)} /> : this.props.children;
  }
}

/** A text with its line breaks, in which nothing is markup. */
export function UnformattedText({ text }: { readonly text: string }) {
  return <div className="ask-text-plain">{withBreaks(text)}</div>;
}
