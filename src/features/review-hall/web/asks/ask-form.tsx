import { Input, Radio } from 'antd'
import { useState } from 'react'
import { toast } from '#web/feedback.ts'
import { FormModal } from '#web/kit/form-modal.tsx'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FileUpload } from '#web/kit/file-upload.tsx'
import { useAction } from '#web/use-call.ts'
import { ASK_FILE_USE, createAsks } from '../../contract/asks.ts'
import { AskKind } from '#features/evaluation/rules/enums.ts'
import { BidderSelect } from '../bidder-select.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import type { Project } from '../review-data.ts'
import { MinutesField } from './ask-time.tsx'

interface AskFormProps {
  project: Project
  /** What it begins with. */
  first?: Partial<{ bidderIds: string[]; kind: Kind; title: string; content: string }>
  /** The least time to explain an abnormally low price. */
  leastMinutes: number
  onClose: () => void
}

type Kind = (typeof AskKind.values)[keyof typeof AskKind.values]

/** A question to one or more bidders. The leader's goes out at once, a member's waits for the leader. */
export function AskForm({ project, first = {}, leastMinutes, onClose }: AskFormProps) {
  const [bidderIds, setBidderIds] = useState<string[]>(first.bidderIds ?? [])
  const [kind, setKind] = useState<Kind>(first.kind ?? AskKind.values.clarification)
  const [title, setTitle] = useState(first.title ?? '')
  const [content, setContent] = useState(first.content ?? '')
  const [minutes, setMinutes] = useState(60)
  const [files, setFiles] = useState<FileRef[]>([])
  const create = useAction(createAsks, {
    success: ({ sent }) => (sent ? '已发出，投标人已收到通知' : '已提交组长，由组长发出'),
  })
  const least = kind === AskKind.values.lowPrice ? leastMinutes : 0
  const run = async () => {
    if (minutes < least) return toast.warning(`说明异常低价的时间不得少于 ${least} 分钟`)
    if (bidderIds.length === 0) return toast.warning('请选择投标人')
    if (title.trim().length < 2) return toast.warning('请填写标题')
    if (content.trim().length < 2) return toast.warning('请填写需要答复的内容')
    const fileIds = files.map((f) => f.fileId)
    const body = { bidderIds, kind, title: title.trim(), content: content.trim(), minutes, fileIds }
    if ((await create.run({ params: { projectId: project.projectId }, body })).ok) onClose()
  }
  return (
    <FormModal
      open
      title={first.kind === AskKind.values.lowPrice ? '要求说明报价' : '发起询标'}
      width={720}
      okText="提交"
      cancelText="取消"
      confirmLoading={create.busy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <p className="rv-dialog-hint kb-hint">
        不得提出带有暗示性或诱导性的问题，不得明确指出投标文件中的遗漏和错误（《评标委员会和评标方法暂行规定》第十九条）。投标人看不到提问人姓名，各投标人只看到对自己的询标。
      </p>
      <BidderSelect
        project={project}
        label="投标人"
        placeholder="选择一名或多名投标人"
        value={bidderIds}
        onChange={setBidderIds}
      />
      <div className="rv-dialog-row kb-row kb-gap-32 kb-loose kb-low kb-wrap kb-above-12">
        <fieldset className="kb-labelled">
          <legend className="kb-below-4">类别</legend>
          <Radio.Group
            value={kind}
            options={AskKind.options.map((one) => ({ ...one }))}
            onChange={(event) => setKind(event.target.value as Kind)}
          />
        </fieldset>
        <MinutesField label="答复期限（自发出起）" least={least} value={minutes} onChange={setMinutes} />
      </div>
      <Labelled label="标题">
        {(id) => <Input id={id} maxLength={100} value={title} onChange={(e) => setTitle(e.target.value)} />}
      </Labelled>
      <Labelled label="内容（写明投标文件的位置和需要答复的问题）">
        {(id) => (
          <Input.TextArea
            id={id}
            rows={5}
            maxLength={4000}
            showCount
            value={content}
            onChange={(e) => setContent(e.target.value)}
          />
        )}
      </Labelled>
      <div className="kb-labelled">
        <FileUpload use={ASK_FILE_USE} value={files} onChange={setFiles} most={10} label="上传附件" />
      </div>
    </FormModal>
  )
}
