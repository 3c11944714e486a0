import type { StepServer } from '../../server/step-server.ts'

export const archive: StepServer = {
  todos: [{ action: 'archive', key: 'archive', page: 'publish.detail', canWait: true }],
}
