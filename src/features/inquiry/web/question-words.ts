interface Asked {
  dueAt: string
  answeredAt: string | null
  decidedAt: string | null
  accepted: boolean | null
}

/** Where a question stands, in words. `now`: the server's clock, epoch ms. */
export function questionState({ dueAt, answeredAt, decidedAt, accepted }: Asked, now: number) {
  if (decidedAt !== null)
    return accepted ? ({ label: '已认可', tone: 'success' } as const) : ({ label: '未认可', tone: 'danger' } as const)
  if (answeredAt !== null) return { label: '待认定', tone: 'warning' } as const
  return now < new Date(dueAt).getTime()
    ? ({ label: '待答复', tone: 'active' } as const)
    : ({ label: '逾期未答复', tone: 'warning' } as const)
}
