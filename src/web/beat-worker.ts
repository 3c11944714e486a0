// Beats in a thread of its own, as often as it is told: timers of a page that is not looked at are slowed down.
self.onmessage = ({ data }: MessageEvent<number>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's message has no target origin
  setInterval(() => self.postMessage(null), data)
}
