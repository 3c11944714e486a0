import { Input } from 'antd'
import { openDialog } from '#web/kit/dialog.tsx'

interface Note {
  title: string
  label: string
  initial?: string
  run: (text: string) => Promise<{ ok: boolean }>
}

/** Asks for a few words that go along with a step. */
export function useNoteDialog(): (note: Note) => void {
  return ({ title, label, initial = '', run }) =>
    openDialog<string>({
      title,
      content: (state) => (
        <>
          <label htmlFor="note-text">{label}</label>
          <Input.TextArea
            id="note-text"
            rows={3}
            maxLength={200}
            defaultValue={initial}
            onChange={(event) => state.set(event.target.value)}
          />
        </>
      ),
      run: async (text = initial) => (await run(text)).ok,
    })
}
