/** Levels of departments, the top one included. */
export const MAX_LEVELS = 8

export interface TreeNode {
  id: string
  parentId: string | null
}

/** Parents before children, siblings in the order given. What hangs on nothing known is left out. */
export function inOrder<N extends TreeNode>(nodes: readonly N[]): (N & { depth: number })[] {
  const below = Map.groupBy(nodes, (node) => node.parentId)
  const walk = (parent: string | null, depth: number): (N & { depth: number })[] =>
    (below.get(parent) ?? []).flatMap((node) => [{ ...node, depth }, ...walk(node.id, depth + 1)])
  return walk(null, 0)
}

/** A node and everything below it. */
export function withDescendants(nodes: readonly TreeNode[], id: string): string[] {
  const below = Map.groupBy(nodes, (node) => node.parentId)
  const walk = (one: string): string[] => [one, ...(below.get(one) ?? []).flatMap((node) => walk(node.id))]
  return walk(id)
}

/** Number of levels of the part of the tree that begins with this node. */
export function heightOf(nodes: readonly TreeNode[], id: string): number {
  const children = nodes.filter((node) => node.parentId === id)
  return 1 + Math.max(0, ...children.map((child) => heightOf(nodes, child.id)))
}

/** Level of a node, 1 at the top; 0 for no node. */
export function levelOf(nodes: readonly TreeNode[], id: string | null): number {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  let level = 0
  for (let at = id; at !== null; at = byId.get(at)?.parentId ?? null) level++
  return level
}

/** Why a node cannot go below a parent, or null: below itself, or deeper than departments may be. */
export function whyNotBelow(nodes: readonly TreeNode[], id: string, parentId: string | null): string | null {
  if (parentId !== null && withDescendants(nodes, id).includes(parentId)) return '不能移动到自身或下级部门之下'
  if (levelOf(nodes, parentId) + heightOf(nodes, id) > MAX_LEVELS) return `部门最多${MAX_LEVELS}级`
  return null
}

/** The list with one member taken out and put in at a place; a place beyond the end is the end. */
export function movedTo<T>(list: readonly T[], item: T, index: number): T[] {
  const rest = list.filter((one) => one !== item)
  return rest.toSpliced(Math.min(index, rest.length), 0, item)
}
