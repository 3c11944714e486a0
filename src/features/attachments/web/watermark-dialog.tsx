import { Input } from 'antd'
import { call } from '#web/call.ts'
import { toast } from '#web/feedback.ts'
import { openDialog } from '#web/kit/dialog.tsx'
import { saveBlob } from '#web/save-blob.ts'
import { type Attachment } from '../contract/attachments.ts'
import { watermark } from '../contract/tools.ts'
import { isPicture, renamed } from '../rules.ts'
import { contentOf } from './content.ts'
import { telling } from '#web/take-file.ts'

const SUGGESTED = '仅供本项目使用'

/** Asks for the words and saves a marked copy: of a picture as it is, of anything else as PDF. */
export function askWatermark(file: Pick<Attachment, 'attachmentId' | 'name' | 'mime'>): void {
  openDialog({
    title: '生成水印副本',
    content: (state) => (
      <label className="kb-stack kb-gap-6">
        水印文字
        <Input defaultValue={SUGGESTED} maxLength={60} showCount onChange={(event) => state.set(event.target.value)} />
        <span className="kb-note">文字斜铺在每一页上；Word、Excel 先转换为 PDF。原件不变。</span>
      </label>
    ),
    run: async (word = SUGGESTED) => {
      if (word.trim() === '') {
        toast.warning('请输入水印文字')
        return false
      }
      return telling(() => save(file, word.trim()))
    },
  })
}

async function save(file: Pick<Attachment, 'attachmentId' | 'name' | 'mime'>, word: string): Promise<void> {
  const asIs = isPicture(file.mime)
  const content = await contentOf(file.attachmentId, asIs ? 'original' : 'pdf')
  const form = new FormData()
  form.append('file', content, asIs ? file.name : renamed(file.name, 'pdf'))
  const query = { watermarkType: 1, watermarkWord: word }
  const marked = (await call(watermark, { query, body: form as never })) as unknown as Blob
  const ending = asIs ? (/\.(\w+)$/.exec(file.name)?.[1] ?? 'png') : 'pdf'
  saveBlob(renamed(file.name, `水印.${ending}`).replace('.水印.', '-水印.'), marked)
}
