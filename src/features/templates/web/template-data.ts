import type { OutputOf } from '#contract/endpoint.ts'
import type { Tone } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { demandCategories } from '../contract/categories.ts'
import type { templateDetail } from '../contract/templates.ts'
import { scopesOf, type TemplateKind } from '../rules/kinds.ts'
import { TemplateStatus } from '../rules/status.ts'

export type TemplateDetail = OutputOf<typeof templateDetail>

export function toneOf(status: number): Tone {
  if (status === TemplateStatus.values.published) return 'success'
  return status === TemplateStatus.values.retired ? 'neutral' : 'warning'
}

/** `第 3 版`, or that there is none. */
export function versionLabel(versionNo: number): string {
  return versionNo === 0 ? '未发布' : `第 ${versionNo} 版`
}

/** Scopes to choose from; for demands the categories in use, children below their parents. */
export function useScopes(kind: TemplateKind): { value: string; label: string }[] {
  const isDemand = kind === 'demands-parameter'
  const { data: categories = [] } = useCall(demandCategories, {}, { enabled: isDemand, fresh: 60_000 })
  if (!isDemand) return scopesOf(kind)
  const depthOf = (id: string | null): number => {
    const parent = categories.find((one) => one.categoryId === id)
    return parent ? 1 + depthOf(parent.parentId) : 0
  }
  return [
    ...scopesOf(kind),
    ...categories
      .filter((one) => one.isEnabled)
      .map((one) => ({ value: one.categoryId, label: `${'　'.repeat(depthOf(one.parentId))}${one.name}` })),
  ]
}
