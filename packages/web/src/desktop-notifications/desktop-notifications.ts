interface NotificationText {
  readonly title: string;
  readonly body: string;
  onClick?(): void;
}

/** The browser's notifications; showing one again under the same tag replaces it. */
interface DesktopNotifications {
  readonly permission: NotificationPermission | "missing";
  requestPermission(): Promise<NotificationPermission | "missing">;
  show(tag: string, text: NotificationText): Promise<void>;
  close(tag: string): Promise<void>;
}

const shownByTag = new Map<string, Notification>();

export const desktopNotifications: DesktopNotifications = {
  get permission() {
    return "Notification" in globalThis ? Notification.permission : "missing";
  },
  async requestPermission() {
    return "Notification" in globalThis ? Notification.requestPermission() : "missing";
  },
  async show(tag, { title, body, onClick }) {
    if (desktopNotifications.permission !== "granted") return;
    const options = { body, tag, icon: "/icon-192.png", data: { tag } };
    try {
      const notification = new Notification(title, options);
      notification.onclick = () => {
        window.focus();
        onClick?.();
        notification.close();
      };
      shownByTag.set(tag, notification);
    } catch {
      // Android shows notifications only through a service worker.
      await (await getWorker())?.showNotification(title, options);
    }
  },
  async close(tag) {
    shownByTag.get(tag)?.close();
    shownByTag.delete(tag);
    for (const notification of (await (await getWorker())?.getNotifications({ tag })) ?? []) notification.close();
  },
};

async function getWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration();
}
