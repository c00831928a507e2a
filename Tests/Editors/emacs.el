;;; emacs.el --- A session of eglot with the language server  -*- lexical-binding: t -*-
;;; Commentary:
;; It opens a flow with a typo, gets the mark, applies the cure, completes, renames a step in all files, and formats.
;; Prints what it does, and ends with 0 when all of it worked.
;; usage: emacs --batch -l INIT -l emacs.el    with the settings of Docs/Editors.md as INIT, usher on the PATH, and PROJECT
;; in the environment
;;; Code:
(require 'package)
(package-initialize)
(require 'eglot)
(require 'flymake)
(require 'seq)

(defconst usher-project (file-name-as-directory (getenv "PROJECT")))

(setq eglot-confirm-server-initiated-edits nil
      eglot-autoshutdown nil
      eglot-sync-connect 60
      make-backup-files nil
      create-lockfiles nil)

;; eglot asks before it changes files that are not open; the author agrees.
(advice-add 'y-or-n-p :override (lambda (&rest _) t))

(defun usher-say (format &rest arguments) (princ (concat (apply #'format format arguments) "\n")))

(defun usher-expect (condition text) (unless condition (error "Failed: %s" text)))

(defun usher-wait (what condition)
  (let ((end (+ (float-time) 60)))
    (while (not (funcall condition))
      (when (> (float-time) end) (error "Failed: %s did not happen within a minute" what))
      (accept-process-output nil 0.05))))

(defun usher-file (name) (expand-file-name (concat "Flows/" name) usher-project))

(defun usher-content (name)
  (with-temp-buffer (insert-file-contents (usher-file name)) (buffer-string)))

(defun usher-typo ()
  (flymake-start)
  (seq-find (lambda (found) (string-match-p "unknown-step\\|confrim" (flymake-diagnostic-text found)))
            (flymake-diagnostics)))

(defun usher-session ()
  (let ((original (usher-content "order.yaml")))
    (find-file (usher-file "order.yaml"))
    (usher-expect (eq major-mode 'usher-flow-mode) "the flow has another mode")
    (call-interactively #'eglot)
    (usher-wait "the start of the server" #'eglot-managed-p)
    (usher-say "attached: %s" (plist-get (eglot--server-info (eglot-current-server)) :name))

    ;; A typo, and its mark.
    (goto-char (point-min))
    (search-forward "Tulips: confirm")
    (replace-match "Tulips: confrim")
    (eglot--signal-textDocument/didChange)
    (usher-wait "the mark" #'usher-typo)
    (let* ((mark (usher-typo))
           (start (flymake-diagnostic-beg mark))
           (end (flymake-diagnostic-end mark)))
      (usher-say "line %d: %s" (line-number-at-pos start)
                 (replace-regexp-in-string "\n" "; " (flymake-diagnostic-text mark)))
      (usher-expect (equal (buffer-substring start end) "confrim") "the mark is elsewhere")
      ;; The cure.
      (goto-char start)
      (let* ((actions (jsonrpc-request
                       (eglot-current-server) :textDocument/codeAction
                       (list :textDocument (eglot--TextDocumentIdentifier)
                             :range (list :start (eglot--pos-to-lsp-position start)
                                          :end (eglot--pos-to-lsp-position end))
                             :context (list :diagnostics [] :only ["quickfix"]))))
             (cure (aref actions 0)))
        (usher-say "cure: %s" (plist-get cure :title))
        (eglot--apply-workspace-edit (plist-get cure :edit))))
    (usher-expect (equal (buffer-string) original) "the cure gives another text")
    (eglot--signal-textDocument/didChange)
    (usher-wait "the end of the mark" (lambda () (not (usher-typo))))
    (usher-say "the mark is gone")

    ;; Completion, as the editor applies it.
    (goto-char (point-min))
    (search-forward "Tulips: confirm")
    (delete-char -3)
    (let ((completion-in-region-function #'completion--in-region))
      (completion-at-point))
    (usher-expect (equal (buffer-string) original) (format "the completion gives another text:\n%s" (buffer-string)))
    (usher-say "completed")

    ;; A rename through all files.
    (goto-char (point-min))
    (search-forward "  choose")
    (backward-char 2)
    (eglot-rename "pick")
    (save-some-buffers t)
    (let ((files (directory-files (usher-file "") nil "\\`[^.]")) renamed)
      (dolist (file files)
        (let ((content (usher-content file)))
          (usher-expect (not (string-match-p "choose" content)) (concat file " still names choose"))
          (when (string-match-p "pick" content) (push file renamed))))
      (usher-expect (= (length renamed) 6) (format "renamed in %s" renamed))
      (usher-say "renamed in %s" (string-join (sort renamed #'string<) ", ")))

    ;; Formatting.
    (let ((tidy (buffer-string)))
      (goto-char (point-min))
      (search-forward "      Tulips: confirm\n      Roses: confirm")
      (replace-match "        Tulips:   confirm\n        Roses: confirm")
      (eglot-format-buffer)
      (usher-expect (equal (buffer-string) tidy) (format "formatting gives another text:\n%s" (buffer-string))))
    (usher-say "formatted")
    (save-some-buffers t)
    (eglot-shutdown (eglot-current-server) nil 60)
    (usher-say "stopped")))

(condition-case problem
    (usher-session)
  (error (usher-say "%s" (error-message-string problem)) (kill-emacs 1)))
(kill-emacs 0)
;;; emacs.el ends here
