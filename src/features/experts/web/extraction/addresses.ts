import { ExtractionKind } from '../../rules/enums.ts'

/** The four kinds by the name they have in addresses (specification part 2 section 2.10). */
export const KIND_ADDRESSES = {
  project: { kind: ExtractionKind.values.project, title: '项目评审专家抽取' },
  performance: { kind: ExtractionKind.values.performance, title: '履约验收专家抽取' },
  'demand-verification': { kind: ExtractionKind.values.demand, title: '需求论证专家抽取' },
  interview: { kind: ExtractionKind.values.interview, title: '面试专家抽取' },
} as const
export type KindName = keyof typeof KIND_ADDRESSES

export function listOf(name: KindName): string {
  return `/expert/extraction/${name}`
}

export function detailOf(name: KindName, extractionId: string): string {
  return `${listOf(name)}/${extractionId}/detail`
}
