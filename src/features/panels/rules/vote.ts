/** How many members recommend a solution, and whether it goes on. */
export interface Vote {
  tradeId: string
  votes: number
  isChosen: boolean
}

/** What is wrong with a vote: it recommends solutions that are there, each once, and at least as many as must remain. */
export function voteProblem(chosen: readonly string[], tradeIds: readonly string[], least: number): string | null {
  if (new Set(chosen).size !== chosen.length || !chosen.every((id) => tradeIds.includes(id)))
    return '请选择仍在参加的供应商，每家一次'
  const needed = Math.min(least, tradeIds.length)
  return chosen.length < needed ? `请至少推荐 ${needed} 家` : null
}

/**
 * By majority (财政部令第74号第三十三条, 财库〔2014〕214号第二十一条): a solution goes on when more than half of the members
 * recommend it. Where fewer than `least` do, those with the next most votes go on as well, equals together.
 */
export function chosenBy(votes: readonly (readonly string[])[], tradeIds: readonly string[], least: number): Vote[] {
  const counted = tradeIds.map((tradeId) => ({ tradeId, votes: votes.filter((one) => one.includes(tradeId)).length }))
  const counts = counted.map((one) => one.votes).toSorted((a, b) => b - a)
  const bar = Math.min(Math.floor(votes.length / 2) + 1, counts[Math.min(least, counts.length) - 1] ?? 0)
  return counted.map((one) => ({ ...one, isChosen: one.votes >= bar }))
}
