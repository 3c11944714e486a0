import type { ContentOf } from '../contract/content.ts'
import type { TemplateKind } from './kinds.ts'
import { outlineOf } from './outline.ts'

/** A line of the comparison of two versions. */
export interface DiffLine {
  change: 'same' | 'added' | 'removed'
  text: string
}

/** What differs between two contents of a kind, line by line, each as a reader would read it. */
export function diffContents(kind: TemplateKind, before: ContentOf, after: ContentOf): DiffLine[] {
  return diffLines(outlineOf(kind, before), outlineOf(kind, after))
}

/** The shortest change from one list of lines to the other (longest common subsequence). */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const longest = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0))
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      longest[i]![j] =
        before[i] === after[j] ? longest[i + 1]![j + 1]! + 1 : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ change: 'same', text: before[i]! })
      i++
      j++
    } else if (j >= after.length || (i < before.length && longest[i + 1]![j]! >= longest[i]![j + 1]!))
      lines.push({ change: 'removed', text: before[i++]! })
    else lines.push({ change: 'added', text: after[j++]! })
  }
  return lines
}
