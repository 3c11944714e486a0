import { Input } from 'antd'
import { useId } from 'react'
import { openDialog } from '#web/kit/dialog.tsx'

/** Asks what is new in a version and publishes it; the dialog stays open while `publish` says that it did not work. */
export function askNote(versionNo: number, publish: (note: string) => Promise<boolean>): void {
  openDialog({
    title: `发布第 ${versionNo} 版`,
    content: (state) => <Note first={versionNo === 1} onChange={state.set} />,
    run: (note = '') => publish(note),
  })
}

function Note({ first, onChange }: { first: boolean; onChange: (note: string) => void }) {
  const id = useId()
  return (
    <div className="tpl-dialog">
      <p className="kb-muted">发布后该版本不可修改；已选用旧版本的采购单不受影响。</p>
      <label htmlFor={id}>{first ? '版本说明' : '本次修改了什么'}（选填）</label>
      <Input.TextArea id={id} rows={3} maxLength={500} onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}
