import { Button, Input } from 'antd'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { toast } from '#web/feedback.ts'
import { useKept } from '#web/kept.ts'
import { PageHead } from '#web/kit/page-head.tsx'
import { isBlank, type RichNode } from '#web/kit/rich-text-nodes.ts'
import { RichText } from '#web/kit/rich-text.tsx'
import { useAction } from '#web/use-call.ts'
import { htmlToPdf, htmlToWord } from '../contract/tools.ts'
import { htmlOf } from './html-of.ts'
import { previewAddress } from './preview-address.ts'

type Made = OutputOf<typeof htmlToPdf>

/** Text, written or pasted here, as a PDF or Word document among the attachments. */
export function WriteDocument({ children }: { children: ReactNode }) {
  const id = useId()
  const [title, setTitle] = useKept('write.title', '')
  const [content, setContent] = useKept<RichNode | null>('write.content', null)
  const [made, setMade] = useKept<Made | null>('write.made', null)
  const options = { onDone: (answer: Made) => setMade(answer) }
  const pdf = useAction(htmlToPdf, options)
  const word = useAction(htmlToWord, options)
  const make = (kind: typeof pdf) => {
    if (isBlank(content)) return toast.warning('请先输入正文')
    void kind.run({ body: { title: title.trim(), content: htmlOf(content?.content ?? []) } })
  }
  return (
    <section className="kb-list">
      <PageHead
        title="生成文档"
        actions={
          <>
            <Button loading={word.busy} onClick={() => make(word)}>
              生成 Word
            </Button>
            <Button type="primary" loading={pdf.busy} onClick={() => make(pdf)}>
              生成 PDF
            </Button>
          </>
        }
      />
      {children}
      <div className="kb-stack kb-gap-6 kb-reading">
        {made && (
          <p className="kb-tint-success kb-plain" role="status">
            已生成 <Link to={previewAddress(made.attachmentId)}>{made.name}</Link>，保存在
            <Link to="/download-management?view=files">附件</Link>中
            {made.dropped.length > 0 && `；未保留：${made.dropped.join('、')}`}
          </p>
        )}
        <label htmlFor={id}>标题</label>
        <Input id={id} value={title} maxLength={120} onChange={(event) => setTitle(event.target.value)} />
        <span>正文</span>
        <RichText value={content} onChange={setContent} label="正文" />
        <p className="kb-muted">
          可从网页或文档粘贴；只保留文字、标题、列表、表格和对齐，脚本、外部图片与字体不会带入文档。
        </p>
      </div>
    </section>
  )
}
