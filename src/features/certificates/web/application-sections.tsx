import { FieldList } from '#web/kit/field-list.tsx'
import { FileList, Fingerprint } from '#web/kit/file-list.tsx'
import type { Section } from '#web/kit/detail-screen.tsx'
import { AmountText, TimeText } from '#web/kit/values.tsx'
import { ACTS, KINDS, MEDIA, SUITES } from '../rules/kinds.ts'
import { type ApplicationDetail, yearsText } from './words.ts'

/** What an application says, for those who handed it in and those who look at it. `root`: where its files are. */
export function applicationSections(row: ApplicationDetail, root: string): Section[] {
  const pathOf = ({ fileId }: { fileId: string }) => `${root}/${row.applicationId}/files/${fileId}`
  const paid = row.paidAt ? (
    <>
      <AmountText value={row.due} />，<TimeText at={row.paidAt} /> 支付{row.isRefunded && '，已原路退回'}
    </>
  ) : (
    <AmountText value={row.due} />
  )
  return [
    {
      key: 'certificate',
      title: '证书',
      content: (
        <FieldList
          items={[
            { label: '业务', value: ACTS[row.act] },
            { label: '证书类型', value: KINDS[row.kind] },
            { label: '介质', value: MEDIA[row.medium] },
            { label: '密码算法', value: SUITES[row.suite] },
            { label: '期限', value: yearsText(row.years) },
            ...(row.formerSerial ? [{ label: '原证书序列号', value: row.formerSerial }] : []),
            { label: '密钥指纹', value: row.keyHash ? <Fingerprint hex={row.keyHash} /> : '尚未生成' },
          ]}
        />
      ),
    },
    {
      key: 'holder',
      title: '持有人',
      content: (
        <FieldList
          items={[
            { label: '企业名称', value: row.companyName },
            { label: '统一社会信用代码', value: row.creditCode },
            { label: '姓名', value: row.personName || '未填写' },
            { label: '身份证号码', value: row.identity || '未填写' },
            { label: '手机号码', value: row.mobile || '未填写' },
            { label: '授权书', value: <FileList files={row.letters} pathOf={pathOf} /> },
            { label: '营业执照', value: <FileList files={row.licences} pathOf={pathOf} /> },
          ]}
        />
      ),
    },
    {
      key: 'money',
      title: '费用与办理',
      content: (
        <FieldList
          items={[
            { label: '价格', value: <AmountText value={row.price} /> },
            ...(row.hasVoucher ? [{ label: 'CA 抵用券', value: '已抵用 1 张' }] : []),
            ...(row.state === 'saved' ? [] : [{ label: '实付', value: paid }]),
            { label: '申请人', value: row.userName },
            ...(row.submittedAt ? [{ label: '提交时间', value: <TimeText at={row.submittedAt} /> }] : []),
            ...(row.decidedAt ? [{ label: '审核时间', value: <TimeText at={row.decidedAt} /> }] : []),
            ...(row.decidedByName ? [{ label: '审核人', value: row.decidedByName }] : []),
          ]}
        />
      ),
    },
  ]
}
