import { makeAhead } from './states.ts'
import { openStore } from './store.ts'

// Opens the store of a run (`bin/store.mjs`) and says where it is; closes it when whoever started this lets go. A Ctrl-C is
// meant for them: what uses the store ends first. With `ahead`, all states are made at once, and a second
// word follows.
process.on('SIGINT', () => undefined)
const { store, close } = await openStore()
process.on('disconnect', () => void close().then(() => process.exit()))
process.send!(store)
if (process.argv[2] === 'ahead') {
  // Whoever asks for a state that could not be made tries again, and fails by name.
  await makeAhead(store).catch(() => undefined)
  process.send?.('made')
}
