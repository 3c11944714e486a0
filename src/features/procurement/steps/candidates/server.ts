import type { StepServer } from '../../server/step-server.ts'

export const candidates: StepServer = {
  todos: [{ action: 'publishCandidates', key: 'candidates', label: '公示候选人', page: 'candidates.edit' }],
}
