import type { Workbench } from '#contract/workbench.ts'
import type { MessageKind } from '#server/feature.ts'

let known: ReadonlyMap<string, MessageKind> = new Map()

/** Makes the kinds known that the features of this system send. Called once, where the features are put together. */
export function registerKinds(kinds: readonly MessageKind[]): void {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]))
  if (byName.size < kinds.length) throw new Error('a kind of message is declared twice')
  known = byName
}

/** The kind, or what is made of one that nobody declared: it is delivered to the inbox all the same. */
export function kindOf(kind: string): MessageKind {
  return known.get(kind) ?? { kind, label: OTHER, group: OTHER, workbenches: [], channels: [], isEssential: true }
}

/** Declared kinds that are received in a workbench, group by group in the order of declaration. */
export function kindsIn(identity: Workbench): MessageKind[] {
  const mine = [...known.values()].filter((kind) => kind.workbenches.includes(identity))
  return [...Map.groupBy(mine, (kind) => kind.group).values()].flat()
}

export function isKnown(kind: string): boolean {
  return known.has(kind)
}

/** Names of all declared kinds; those of a group when one is given. */
export function namesOf(group?: string): string[] {
  return [...known.values()].filter((kind) => group === undefined || kind.group === group).map((kind) => kind.kind)
}

/** Group of everything that nobody declared. */
export const OTHER = '其他消息'
