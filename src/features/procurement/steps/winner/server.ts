import type { StepServer } from '../../server/step-server.ts'

export const winner: StepServer = {
  todos: [{ action: 'award', key: 'award', page: 'winner.edit' }],
}
