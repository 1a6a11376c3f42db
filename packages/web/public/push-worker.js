// A part of the service worker: shows what the server pushes, and takes it away when somebody settled it elsewhere.
// See packages/server/src/notify/push/push-channel.ts for what a message has.

self.addEventListener("push", (event) => {
  const message = event.data?.json();
  if (message?.type === "ask") event.waitUntil(show(message));
  if (message?.type === "withdraw") event.waitUntil(withdraw(message));
});

self.addEventListener("notificationclick", (event) => {
  const { url, project, answer } = event.notification.data ?? {};
  event.notification.close();
  event.waitUntil(answer && event.action ? sendAnswer({ ...answer, project }, event.action, url) : open(url));
});

function show({ tag, title, body, url, project, answer }) {
  return self.registration.showNotification(title, {
    tag,
    body,
    renotify: true,
    icon: "/icon-192.png",
    data: { url, project, answer },
    actions: (answer?.options ?? []).map(({ id, label }) => ({ action: id, title: label })),
  });
}

// A browser wants every push to show something, so what is there is replaced before it is closed.
async function withdraw({ tag, title }) {
  const shown = await self.registration.getNotifications({ tag });
  if (shown.length > 0) await self.registration.showNotification(title, { tag, silent: true, icon: "/icon-192.png" });
  for (const notification of await self.registration.getNotifications({ tag })) notification.close();
}

// An answer goes to the project of its question, which the session may have left since. One that cannot be sent from here opens
// the question, which says why.
async function sendAnswer({ inquiry, revision, question, project }, option, url) {
  const response = await fetch(`/v1/inquiries/${encodeURIComponent(inquiry)}/answer`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "askback-via": "push",
      "idempotency-key": `push ${inquiry} ${revision} ${option}`,
      ...(project && { "askback-project": project }),
    },
    body: JSON.stringify({ answers: [{ question, options: [option] }], revision }),
  }).catch(() => undefined);
  if (!response?.ok) await open(url);
}

async function open(url) {
  const target = new URL(url ?? "/", self.location.origin);
  const windows = await self.clients.matchAll({ type: "window" });
  const own = windows.find((one) => new URL(one.url).origin === target.origin);
  if (!own) return self.clients.openWindow(target.href);
  await own.focus();
  return own.navigate(target.href);
}
