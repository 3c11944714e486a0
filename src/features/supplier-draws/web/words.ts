import type { Tone } from '#web/kit/status-tag.tsx'
import { useSession } from '#web/shell/session.ts'
import type { Conditions } from '../contract.ts'
import { DRAW_STATES, type DrawState, REGIONS } from '../rules/draw.ts'

const TONES: Record<DrawState, Tone> = {
  prepared: 'active',
  drawing: 'warning',
  drawn: 'success',
  cancelled: 'neutral',
}

export const drawTag = (state: DrawState) => ({ label: DRAW_STATES[state], tone: TONES[state] })

/** Conditions in words. */
export function conditionText({ category, grades, regions, certificate }: Conditions): string {
  const parts = [
    category && `品类 ${category}`,
    grades.length > 0 && `等级 ${grades.join('、')}`,
    regions.length > 0 && `注册地 ${regions.map((code) => REGIONS[code]).join('、')}`,
    certificate && `持有有效的${certificate}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('；') : '供应商库全部供应商'
}

/** Whether the person has this right; an auditor only reads. */
export function useRight(right: 'supplierManagement' | 'tendering'): boolean {
  return useSession().employee?.rights.includes(right) ?? false
}
