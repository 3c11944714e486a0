import type { PanelStage } from '../rules/panel.ts'

type Tone = 'neutral' | 'active' | 'success' | 'warning' | 'danger'

/** How the stage of a review is marked. */
export const STAGE_TONES: Readonly<Record<PanelStage, Tone>> = {
  forming: 'neutral',
  checking: 'active',
  talking: 'active',
  responding: 'active',
  voting: 'active',
  voted: 'active',
  final: 'active',
  scoring: 'active',
  reporting: 'warning',
  signing: 'warning',
  done: 'success',
  failed: 'danger',
}
