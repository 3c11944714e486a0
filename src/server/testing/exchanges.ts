import { vi } from 'vitest'
import { Exchange } from '../database/exchange.ts'

/** How many exchanges with the database the transaction of an act made that wrote something; what goes on beside it does not count. */
export async function exchangesOf(act: () => Promise<unknown>): Promise<number> {
  const submit = vi.spyOn(Exchange.prototype, 'submit')
  try {
    await act()
    const all = submit.mock.contexts.map((exchange, i) => ({
      connection: submit.mock.calls[i]![0],
      commands: (exchange as Exchange).answers.map(({ command }) => command),
    }))
    const last = all.findIndex(({ commands }) => commands.at(-1) === 'COMMIT' && commands.includes('INSERT'))
    const own = all.slice(0, last + 1).filter(({ connection }) => connection === all[last]!.connection)
    return own.length - own.findLastIndex(({ commands }) => commands[0] === 'BEGIN')
  } finally {
    submit.mockRestore()
  }
}
