/**
 * Leads to a field of an antd form: scrolls to it and gives it the focus. Fields are found by the id that the form gives
 * them (`schedule_bidEnd`); of a part that has no control of its own the section that holds it is shown. False: there is
 * no such field on the page.
 */
export function focusField(path: readonly (string | number)[]): boolean {
  // From the field to what holds it: `settings.ways.0.items`, `settings.ways.0`, …
  for (let length = path.length; length > 0; length--) {
    const part = path.slice(0, length)
    const element =
      document.getElementById(part.join('_')) ?? document.querySelector(`[data-field-path="${part.join('.')}"]`)
    if (!(element instanceof HTMLElement)) continue
    element.scrollIntoView({ block: 'center' })
    const control = element.matches(FOCUSABLE) ? element : element.querySelector<HTMLElement>(FOCUSABLE)
    control?.focus({ preventScroll: true })
    return true
  }
  return false
}

const FOCUSABLE = 'input, textarea, button, select, [tabindex], [contenteditable="true"]'
