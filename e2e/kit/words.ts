import type { Page } from '@playwright/test'

/**
 * What no screen says: rule ids, commands, placeholders that were not filled, values that are none, English sentences. What
 * people wrote (a person's or file's name, a text) may hold words of any language; sentences in English nobody wrote here.
 */
const STRAY: readonly RegExp[] = [
  /\b[ABR]-\d{2,3}\b/,
  /\bCTS-[A-Z]/,
  /\b(npm|npx|node) (run|install|src|verify)\b/,
  /\{\{[^}]*\}\}/,
  // A word of a method that was not said in it.
  /\{[a-z]\w*\}/,
  /\bundefined\b|\bNaN\b|\[object Object\]|\bInvalid Date\b/,
  /\b[a-z]{3,} [a-z]{2,} [a-z]{2,}\b/,
]

/** Words that stand on the screen and should not, each with what is around it. */
export async function strayWords(page: Page): Promise<string[]> {
  // Whoever writes a text sees the placeholders that are left to fill, and is told of them; a template is made of them.
  const { all, written } = await page.evaluate(() => {
    const linesOf = (element: HTMLElement) => element.innerText.split('\n')
    const editors = document.querySelectorAll<HTMLElement>('[contenteditable=true]')
    return { all: linesOf(document.body), written: [...editors].flatMap(linesOf) }
  })
  const isTemplate = page.url().includes('/templates/')
  return all
    .filter((line) => !written.includes(line) && !line.includes('占位符') && !(isTemplate && line.includes('{{')))
    .filter((line) => STRAY.some((pattern) => pattern.test(line)))
    .map((line) => line.trim().slice(0, 120))
}
