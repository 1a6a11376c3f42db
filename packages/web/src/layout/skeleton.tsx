import { Icon } from "@askback/react";

/** In no language, since no messages are loaded yet. */
const brand = "Askback";

/** The outline of the page while nothing is known yet. index.html has the same until the app runs. */
export function Skeleton() {
  return (
    <div className="app app-skeleton" aria-hidden="true">
      <div className="app-side">
        <div className="app-side-head">
          <span className="app-brand">{brand}</span>
        </div>
      </div>
      <div className="app-stage">
        <div className="app-top">
          <span className="app-icon-button">
            <Icon name="menu" />
          </span>
          <span className="app-brand">{brand}</span>
        </div>
        <div className="app-skeleton-page" />
      </div>
    </div>
  );
}
