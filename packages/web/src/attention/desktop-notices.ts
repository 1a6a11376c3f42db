interface Notice {
  readonly title: string;
  readonly body: string;
  onClick?(): void;
}

/** The browser's notifications: one for each tag, however often it is shown. */
interface DesktopNotices {
  readonly leave: NotificationPermission | "missing";
  askLeave(): Promise<NotificationPermission | "missing">;
  show(tag: string, notice: Notice): Promise<void>;
  close(tag: string): Promise<void>;
}

const shownByTag = new Map<string, Notification>();

export const desktopNotices: DesktopNotices = {
  get leave() {
    return "Notification" in globalThis ? Notification.permission : "missing";
  },
  async askLeave() {
    return "Notification" in globalThis ? Notification.requestPermission() : "missing";
  },
  async show(tag, { title, body, onClick }) {
    if (desktopNotices.leave !== "granted") return;
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
      // Android shows notifications by a service worker only.
      await (await worker())?.showNotification(title, options);
    }
  },
  async close(tag) {
    shownByTag.get(tag)?.close();
    shownByTag.delete(tag);
    for (const notification of (await (await worker())?.getNotifications({ tag })) ?? []) notification.close();
  },
};

async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration();
}
