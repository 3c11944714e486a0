import { Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '#web/feedback.ts'
import { FileUpload } from '#web/kit/file-upload.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import { useAction } from '#web/use-call.ts'
import { chooseBond, handInLetter } from '../contract/own.ts'
import type { BondKind } from '../rules/kinds.ts'
import type { Own } from './own.ts'

/** Which form the bond is given in, with what each costs and how long it takes. */
export function BondChoice({ orderId, bond }: { orderId: string; bond: Own }) {
  const navigate = useNavigate()
  const current = bond.given?.state === 'ended' ? undefined : bond.given?.kind
  const [kind, setKind] = useState<BondKind | undefined>(current)
  const [ground, setGround] = useState('')
  const [files, setFiles] = useState<{ fileId: string; name: string; size: number }[]>([])
  const choose = useAction(chooseBond, {
    success: '已选择',
    onDone: ({ payOrderId }) => payOrderId && void navigate(`/finance/orders/${payOrderId}`),
  })
  const run = () => {
    if (!kind) return toast.warning('请选择形式')
    const file = files[0] && { fileId: files[0].fileId, name: files[0].name }
    return void choose.run({ params: { orderId }, body: { kind, ground, ...(file && { file }) } })
  }
  return (
    <section className="kb-stack kb-gap-8 kb-above-16">
      <h3>{current ? '更换形式' : '选择形式'}</h3>
      <Radio.Group value={kind} onChange={(event) => setKind(event.target.value as BondKind)}>
        <div className="kb-stack kb-gap-8">
          {bond.choices.map((one) => (
            <Radio key={one.kind} value={one.kind} disabled={one.refusal !== null}>
              <b>{one.label}</b>
              <span className="kb-hint"> {one.refusal ?? `${one.cost}；${one.time}；${one.back}`}</span>
            </Radio>
          ))}
        </div>
      </Radio.Group>
      {kind === 'exemption' && (
        <>
          <Labelled label="免缴依据">
            {(id) => (
              <Input.TextArea
                id={id}
                rows={2}
                maxLength={500}
                value={ground}
                placeholder="如：小微企业，采购文件规定免缴"
                onChange={(event) => setGround(event.target.value)}
              />
            )}
          </Labelled>
          <FileUpload
            use="bond-exemption"
            label="上传证明材料"
            value={files}
            accept=".pdf,.png,.jpg,.jpeg"
            onChange={(given) => setFiles(given.slice(-1))}
          />
        </>
      )}
      <div className="kb-row kb-wrap kb-gap-8">
        <Button type="primary" loading={choose.busy} disabled={!kind || kind === current} onClick={run}>
          {current ? '更换为此形式' : '确定'}
        </Button>
        <OwnLetter orderId={orderId} />
      </div>
    </section>
  )
}

/** A letter of an issuer of one's own choice: the document that it signed. */
function OwnLetter({ orderId }: { orderId: string }) {
  const handIn = useAction(handInLetter, { success: '保函验真通过' })
  const read = async (file: File | undefined) => {
    if (file) await handIn.run({ params: { orderId }, body: { content: await file.text() } })
  }
  return (
    <label className="kb-hint">
      已有电子保函？提交签发机构的保函文件：
      <input
        type="file"
        accept=".json"
        aria-label="电子保函文件"
        disabled={handIn.busy}
        onChange={(event) => void read(event.target.files?.[0])}
      />
    </label>
  )
}
