import { askText } from '#web/kit/ask-text.tsx'

/** Asks what is new in a version and publishes it; the dialog stays open while `publish` says that it did not work. */
export function askNote(versionNo: number, publish: (note: string) => Promise<boolean>): void {
  askText({
    title: `发布第 ${versionNo} 版`,
    label: `${versionNo === 1 ? '版本说明' : '本次修改了什么'}（选填）`,
    hint: '发布后该版本不可修改；已选用旧版本的采购单不受影响。',
    least: 0,
    run: async (note) => ({ ok: await publish(note) }),
  })
}
