import { FairQueue } from './queue.ts'

/*
 * Two lanes for documents. What the procedure needs (receipts, opening records, letters) has a thread of its own and
 * never waits for what is merely convenient (HTML to PDF or Word, marks, previews), which runs in processes of lower
 * priority.
 */

/** One thread sets them, one after the other. */
export const records = new FairQueue({
  atOnce: 1,
  ofCompany: 1,
  waiting: { person: 20, company: 100, all: 500 },
})

/** One at a time: a server has two processors, and the other one answers people. */
export const conveniences = new FairQueue({
  atOnce: 1,
  ofCompany: 1,
  waiting: { person: 10, company: 30, all: 200 },
  after: records,
})
