import { slot } from '#contract/slot.ts'

/** Places of the shell, and of pages that everybody passes on the way in. */
export const SHELL = {
  topbar: slot('topbar'),
  /** Floats over every page of a logged-in person. */
  overlay: slot('overlay'),
  login: slot('login'),
  companyChoice: slot('company-choice'),
  firstPassword: slot('first-password'),
  /** Below a person's own page. */
  personal: slot('personal'),
  /** Above the list of invited colleagues. */
  colleagues: slot('colleagues'),
}
