import { readFileSync } from 'node:fs'

export interface Item {
  section: string
  code: string
  name: string
  spec: string
  unit: string
  quantity: string
  controlPrice: string
}

/** The lines of items.txt, each with a code of 12 digits: section 2, line 3, the rest fixed. */
export function readItems(): Item[] {
  const items: Item[] = []
  let [section, sectionNo, lineNo] = ['', 0, 0]
  for (const line of readFileSync(new URL('./items.txt', import.meta.url), 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    if (line.startsWith('== ')) {
      section = line.slice(3)
      sectionNo++
      lineNo = 0
      continue
    }
    const [name, spec, unit, quantity, controlPrice] = line.split('|') as [string, string, string, string, string]
    lineNo++
    const code = `A0320${String(sectionNo).padStart(2, '0')}${String(lineNo).padStart(3, '0')}00`
    items.push({ section, code, name, spec, unit, quantity, controlPrice })
  }
  return items
}
