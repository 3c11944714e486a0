/** Whose figures, as `StatisticQuery.scope`. */
export const SCOPES = [
  { value: 0, label: '本企业' },
  { value: 1, label: '本企业及下级' },
] as const
