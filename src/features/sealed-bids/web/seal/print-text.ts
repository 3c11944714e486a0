/** Prints some lines on a sheet of their own; nothing of the page around them. */
export function printText(title: string, lines: readonly string[]): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const page = frame.contentDocument
  if (!page || !frame.contentWindow) return frame.remove()
  const head = page.createElement('h1')
  head.textContent = title
  page.body.append(head)
  for (const line of lines) {
    const text = page.createElement('p')
    text.style.cssText = 'font-size: 18pt; font-family: monospace; letter-spacing: 1pt'
    text.textContent = line
    page.body.append(text)
  }
  frame.contentWindow.addEventListener('afterprint', () => frame.remove())
  frame.contentWindow.print()
}
